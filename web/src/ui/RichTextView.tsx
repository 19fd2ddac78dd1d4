import { Typography } from '@mantine/core';
import DOMPurify from 'dompurify';
import { useLayoutEffect, useRef } from 'react';
import classes from './RichTextView.module.css';

interface RichTextViewProps {
  /** HTML that a user wrote. Sanitized again here, whatever the server did. */
  html: string;
}

/** Displays text that was written with the editor. */
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
  // A user's link leads to another site, which must not receive a referrer or a window handle.
  for (const link of fragment.querySelectorAll('a')) {
    link.target = '_blank';
    link.rel = 'noopener noreferrer nofollow';
  }
  return fragment;
}
