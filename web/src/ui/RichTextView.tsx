import { Typography } from '@mantine/core';
import DOMPurify from 'dompurify';
import { useLayoutEffect, useRef } from 'react';
import classes from './RichTextView.module.css';

interface RichTextViewProps {
  /** HTML that somebody wrote; cleaned again here, whatever the server made of it. */
  html: string;
}

/** Text that was written with the editor. */
export function RichTextView({ html }: RichTextViewProps) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    place.current?.replaceChildren(cleaned(html));
  }, [html]);
  return <Typography ref={place} className={classes.text} />;
}

function cleaned(html: string): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['img', 'style', 'form', 'input', 'button', 'video', 'audio'],
    FORBID_ATTR: ['style', 'class', 'id'],
    RETURN_DOM_FRAGMENT: true,
  });
  // A link that somebody wrote leads out of here, and is told nothing of where it came from.
  for (const link of fragment.querySelectorAll('a')) {
    link.target = '_blank';
    link.rel = 'noopener noreferrer nofollow';
  }
  return fragment;
}
