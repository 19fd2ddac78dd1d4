import type { SignUpType } from '@waypost/contract/people/accounts/rules';

/** The steps of the sign-up in the query string. A school can share a URL that starts in its own system. */
export interface SignUpSearch {
  client?: string | undefined;
  type?: SignUpType | undefined;
}

export function readSignUpSearch(search: Record<string, unknown>): SignUpSearch {
  const { client, type } = search;
  return {
    client: typeof client === 'string' && client !== '' ? client : undefined,
    type: type === 'Student' || type === 'Business' ? type : undefined,
  };
}
