import { ActionIcon, Button, Group, Modal, Text } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import { useEffect, useRef, useState } from 'react';
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import { cropPicture } from './crop-picture.ts';
import { movedCrop, resizedCrop } from './crop-steps.ts';

interface PictureCropProps {
  file: File;
  aspect?: number;
  startWidth?: number;
  onCropped: (picture: Blob) => Promise<unknown>;
  onClose: () => void;
}

export default function PictureCrop({
  file,
  aspect = 1,
  startWidth = 30,
  onCropped,
  onClose,
}: PictureCropProps) {
  const image = useRef<HTMLImageElement>(null);
  const [address, setAddress] = useState<string>();
  const [crop, setCrop] = useState<PercentCrop>();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);

  async function save(): Promise<void> {
    if (!image.current || !crop || busy) return;
    setBusy(true);
    setFailed(null);
    try {
      await onCropped(await cropPicture(image.current, crop));
    } catch (error) {
      setFailed(error instanceof Error ? error.message : t('Something went wrong'));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Choose the part to keep')}
      closeButtonProps={{ 'aria-label': t('Close without saving') }}
      closeOnClickOutside={!busy}
      size="lg"
    >
      <Text size="sm" c="dimmed" mb="sm">
        {t('Drag the frame or its corners, or use the buttons below the picture.')}
      </Text>
      {address && (
        <ReactCrop
          {...(crop ? { crop } : {})}
          aspect={aspect}
          keepSelection
          minWidth={24}
          onChange={(_pixels, percent) => setCrop(percent)}
          ariaLabels={{
            cropArea: t('The part to keep: the arrow keys move it'),
            nwDragHandle: t('Upper left corner'),
            nDragHandle: t('Upper edge'),
            neDragHandle: t('Upper right corner'),
            eDragHandle: t('Right edge'),
            seDragHandle: t('Lower right corner'),
            sDragHandle: t('Lower edge'),
            swDragHandle: t('Lower left corner'),
            wDragHandle: t('Left edge'),
          }}
        >
          <img
            ref={image}
            src={address}
            alt={t('What you chose')}
            style={{ maxHeight: '55dvh' }}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
              setCrop(
                centerCrop(
                  makeAspectCrop({ unit: '%', width: startWidth }, aspect, width, height),
                  width,
                  height,
                ),
              )
            }
            onError={() => setFailed(t('We can’t read this picture. Try another file.'))}
          />
        </ReactCrop>
      )}
      {crop && <CropButtons crop={crop} onChange={setCrop} />}
      {failed && (
        <Text c="var(--mantine-color-error)" role="alert" mt="sm">
          {failed}
        </Text>
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose} disabled={busy}>
          {t('Cancel')}
        </Button>
        <Button onClick={() => void save()} loading={busy} disabled={!crop?.width}>
          {t('Save picture')}
        </Button>
      </Group>
    </Modal>
  );
}

/** For those who cannot drag. */
function CropButtons({ crop, onChange }: { crop: PercentCrop; onChange: (crop: PercentCrop) => void }) {
  const steps = [
    { name: t('Show more'), icon: IconZoomOut, next: resizedCrop(crop, 'larger') },
    { name: t('Show less'), icon: IconZoomIn, next: resizedCrop(crop, 'smaller') },
    { name: t('Move left'), icon: IconArrowLeft, next: movedCrop(crop, -1, 0) },
    { name: t('Move right'), icon: IconArrowRight, next: movedCrop(crop, 1, 0) },
    { name: t('Move up'), icon: IconArrowUp, next: movedCrop(crop, 0, -1) },
    { name: t('Move down'), icon: IconArrowDown, next: movedCrop(crop, 0, 1) },
  ];
  return (
    <Group role="group" aria-label={t('The part to keep')} gap="xs" mt="sm">
      {steps.map(({ name, icon: Icon, next }) => (
        <ActionIcon
          key={name}
          variant="default"
          size={44}
          aria-label={name}
          title={name}
          onClick={() => onChange(next)}
        >
          <Icon size={20} aria-hidden />
        </ActionIcon>
      ))}
    </Group>
  );
}
