/** In this order, because a user agent also names the browsers that it is derived from. */
const browsers: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/CrOS/, 'ChromeOS'],
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** The names by which people recognize their browser. They tell two devices apart; nothing more is stored. */
export function nameBrowser(agent: string): { browser: string; system: string } {
  const named = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(agent))?.[1] ?? '';
  return { browser: named(browsers), system: named(systems) };
}
