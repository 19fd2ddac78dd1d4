/** The severities of findings, worst first. */
export const severities = ['critical', 'high', 'medium', 'low', 'info'] as const;
export type Severity = (typeof severities)[number];

export interface Finding {
  severity: Severity;
  /** One line: what was found and where. */
  what: string;
}

/** What one tool did to one target. */
export interface Scanned {
  tool: string;
  target: string;
  /** How many requests the server answered meanwhile. */
  requests: number;
  findings: Finding[];
}

/** Whether a finding of this severity fails the scan. */
export const isSerious = ({ severity }: Finding): boolean =>
  severities.indexOf(severity) <= severities.indexOf('medium');

/** A row for each tool and target, and then each finding once. */
export function report(all: readonly Scanned[]): string {
  const rows = all.map(({ tool, target, requests, findings }) => {
    const counts = severities.map((one) => findings.filter(({ severity }) => severity === one).length);
    return `| ${[tool, target, requests, ...counts].join(' | ')} |`;
  });
  const found = all.flatMap(({ tool, findings }) =>
    findings.map(({ severity, what }) => `- ${severity}, ${tool}: ${what}`),
  );
  return [
    '',
    `| tool | target | requests | ${severities.join(' | ')} |`,
    `|---|---|${'---|'.repeat(severities.length + 1)}`,
    ...rows,
    '',
    ...new Set(found),
  ].join('\n');
}
