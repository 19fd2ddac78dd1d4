import type { APIRequestContext, APIResponse } from '@playwright/test';

/** Makes a raw call for a journey's setup. Throws the server's message if it is refused. */
export async function ask<T>(by: { request: APIRequestContext }, path: string, data?: object): Promise<T> {
  return said<T>(await (data ? by.request.post(path, { data }) : by.request.get(path)));
}

export async function said<T>(reply: APIResponse): Promise<T> {
  if (!reply.ok()) throw new Error(`${reply.url()} answered ${reply.status()}: ${await reply.text()}`);
  return (await reply.json()) as T;
}

export const place = {
  street: '18 Severn Avenue',
  city: 'Annapolis',
  state: 'MD',
  zip: '21403',
  lat: 38.97,
  lon: -76.48,
};
