import { RichTextEditor as Editor } from '@mantine/tiptap';
import { t } from '@waypost/contract/i18n';
import { tablesAsRows } from '@waypost/contract/table-rows';
import '@mantine/tiptap/styles.layer.css';
import { Mark, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { type RefObject, useEffect, useRef } from 'react';
import classes from './RichTextArea.module.css';

interface RichTextAreaProps {
  value: string;
  onChange: (html: string) => void;
  onBlur?: () => void;
  onFocus?: () => void;
  /** Whether to take the focus once the editor is shown. */
  isAwaited: RefObject<boolean>;
  /** The editable element's role, name, description and state. */
  attributes: Record<string, string>;
}

const raised = (name: 'subscript' | 'superscript', tag: 'sub' | 'sup') =>
  Mark.create({
    name,
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
  });

const extensions = [
  // No buttons for these: they come with pasted text, such as H₂O.
  raised('subscript', 'sub'),
  raised('superscript', 'sup'),
  StarterKit.configure({
    heading: { levels: [3, 4] },
    code: false,
    codeBlock: false,
    link: { openOnClick: false, protocols: ['http', 'https', 'mailto'], defaultProtocol: 'https' },
  }),
];

/** What its controls are called. */
const labels = () => ({
  boldControlLabel: t('Bold'),
  italicControlLabel: t('Italic'),
  underlineControlLabel: t('Underline'),
  bulletListControlLabel: t('Bullet list'),
  orderedListControlLabel: t('Ordered list'),
  linkControlLabel: t('Link'),
  unlinkControlLabel: t('Remove link'),
  undoControlLabel: t('Undo'),
  redoControlLabel: t('Redo'),
  linkEditorInputLabel: t('Enter URL'),
  linkEditorInputPlaceholder: 'https://example.com/',
  linkEditorExternalLink: t('Open link in a new tab'),
  linkEditorInternalLink: t('Open link in the same tab'),
  linkEditorSave: t('Save'),
});

/** The editor itself, in a separate chunk. */
export default function RichTextArea({
  value,
  onChange,
  onBlur,
  onFocus,
  isAwaited,
  attributes,
}: RichTextAreaProps) {
  // The last reported value, so that only a value from elsewhere (a draft, a reset) is written to the editor.
  const lastValue = useRef(value);
  const editor = useEditor({
    extensions,
    // Its stylesheet is next to this file, because the content security policy blocks style elements.
    injectCSS: false,
    content: value,
    editorProps: { attributes, transformPastedHTML: tablesAsRows },
    onUpdate: ({ editor: now }) => {
      lastValue.current = now.isEmpty ? '' : now.getHTML();
      onChange(lastValue.current);
    },
    onBlur: () => onBlur?.(),
    onFocus: () => onFocus?.(),
  });
  useEffect(() => {
    if (value === lastValue.current) return;
    lastValue.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  // The error and description change after the editor was created.
  const serialized = JSON.stringify(attributes);
  useEffect(() => {
    const now = JSON.parse(serialized) as Record<string, string>;
    editor.setOptions({ editorProps: { attributes: now, transformPastedHTML: tablesAsRows } });
  }, [editor, serialized]);

  useEffect(() => {
    // On a busy browser, Tiptap destroys the first editor before this runs, and then renders another one.
    if (isAwaited.current && !editor.isDestroyed) editor.commands.focus();
  }, [editor, isAwaited]);

  return (
    <Editor
      editor={editor}
      labels={labels()}
      classNames={{ root: classes.root, content: classes.content, toolbar: classes.toolbar }}
    >
      <Editor.Toolbar aria-label={t('Formatting')}>
        <Editor.ControlsGroup>
          <Editor.Bold />
          <Editor.Italic />
          <Editor.Underline />
        </Editor.ControlsGroup>
        <Editor.ControlsGroup>
          <Editor.H3 aria-label={t('Heading')} title={t('Heading')} />
          <Editor.BulletList />
          <Editor.OrderedList />
        </Editor.ControlsGroup>
        <Editor.ControlsGroup>
          <Editor.Link />
          <Editor.Unlink />
        </Editor.ControlsGroup>
        <Editor.ControlsGroup>
          <Editor.Undo />
          <Editor.Redo />
        </Editor.ControlsGroup>
      </Editor.Toolbar>
      <Editor.Content />
    </Editor>
  );
}
