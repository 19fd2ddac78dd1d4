/**
 * The parts of an error that may be logged. PostgreSQL's own errors quote the rejected row, the query builder's every
 * value.
 */
export function withoutData(error: Error): object {
  const cause = error.cause instanceof Error ? error.cause : error;
  const { code, constraint, routine } = cause as { code?: string; constraint?: string; routine?: string };
  return { name: cause.name, code, constraint, routine, stack: stackOnly(error) };
}

function stackOnly(error: Error): string | undefined {
  return error.stack?.slice(error.stack.indexOf('\n    at '));
}
