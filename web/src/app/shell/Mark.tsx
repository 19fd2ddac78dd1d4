/** The product's logo: a post with two arms, one of them in the warm accent color. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="#17386b" />
      <path d="M15 5h2v22h-2z" fill="#fff" />
      <path d="M7 8h14l3.5 3.25L21 14.5H7z" fill="#f2a33a" />
      <path d="M25 16.5H12L8.5 19.5 12 22.5h13z" fill="#fff" />
    </svg>
  );
}
