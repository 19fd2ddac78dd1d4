import { Avatar as Circle } from '@mantine/core';

interface AvatarProps {
  /** Whose it is; without a picture its initials stand there. */
  name: string;
  src?: string | undefined;
  size?: number;
}

/** Somebody's picture. The name stands beside it wherever it is shown, so it says nothing itself. */
export function Avatar({ name, src, size = 40 }: AvatarProps) {
  return (
    <Circle src={src ?? null} name={name} alt="" size={size} color="navy" aria-hidden>
      {initials(name)}
    </Circle>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words.at(0), words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.charAt(0).toUpperCase() ?? '')
    .join('');
}
