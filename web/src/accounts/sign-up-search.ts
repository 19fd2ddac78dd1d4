import type { SignUpType } from '@waypost/contract/accounts/rules';

/** How far somebody is in signing up; a school can hand out the address that begins in its own system. */
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
