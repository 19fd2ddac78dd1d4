import { firstGrapheme } from '@waypost/contract/graphemes';
import { type CSSProperties, useState } from 'react';
import classes from './Avatar.module.css';

interface AvatarProps {
  /** The person's name; its initials replace a missing picture. */
  name: string;
  src?: string | undefined;
  /** Width in pixels. */
  size?: number;
}

/** A person's picture. It has no text alternative, because the name is always next to it. */
export function Avatar({ name, src, size = 40 }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  const across: CSSProperties = { width: size, height: size, fontSize: size * 0.4 };
  return (
    <span className={classes.avatar} style={across} aria-hidden>
      {src && src !== broken ? <img src={src} alt="" onError={() => setBroken(src)} /> : initials(name)}
    </span>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words.at(0), words.length > 1 ? words.at(-1) : undefined]
    .map((word) => firstGrapheme(word ?? '').toUpperCase())
    .join('');
}
