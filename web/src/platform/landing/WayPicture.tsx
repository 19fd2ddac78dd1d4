/** A path through hills past a signpost, after the product's name. Purely decorative. */
export function WayPicture({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 480 340" aria-hidden="true" focusable="false">
      <clipPath id="way-picture">
        <rect width="480" height="340" rx="24" />
      </clipPath>
      <g clipPath="url(#way-picture)">
        <path d="M0 0h480v340H0z" fill="#24508f" />
        <circle cx="372" cy="86" r="38" fill="#f2a33a" />
        <path d="M0 210c70-60 130-70 190-40s110 20 160-20 90-40 130-20v210H0z" fill="#2f60a8" />
        <path d="M0 250c80-40 150-46 220-20s150 26 260-26v136H0z" fill="#3f72bd" />
        <path d="M0 300c110-50 220-56 480-16v56H0z" fill="#5688d0" />
      </g>
      <path
        d="M118 340c30-34 92-40 128-60s10-36-18-48-18-34 24-46 64-18 70-34"
        fill="none"
        stroke="#f7f1e6"
        strokeWidth="7"
        strokeLinecap="round"
        strokeDasharray="1 15"
      />
      <path d="M150 92h9v196h-9z" fill="#f7f1e6" />
      <path d="M112 106h92l20 17-20 17h-92z" fill="#f2a33a" />
      <path d="M198 152h-88l-20 17 20 17h88z" fill="#f7f1e6" />
      <path d="M122 198h66l18 15-18 15h-66z" fill="#b7cbeb" />
    </svg>
  );
}
