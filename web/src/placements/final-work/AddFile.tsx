import { t } from '@waypost/contract/i18n';
import { finalWorkCalls } from '@waypost/contract/placements/final-work/calls';
import type { Project } from '@waypost/contract/placements/projects/calls';
import { fileCalls } from '@waypost/contract/school-system/files/calls';
import { call } from '../../client/call.ts';
import { notify } from '../../client/notices.ts';
import { useCall } from '../../client/queries.ts';
import { DocumentButton } from '../../school-system/files/DocumentButton.tsx';
import { sendFile } from '../../school-system/files/send-file.ts';
import type { UploadWay } from '../../ui/FileButton.tsx';
import { useKeepProject } from '../projects/use-project.ts';

/** Uploads a file and adds it to the final project. */
export function AddFile({ project }: { project: Project }) {
  const keep = useKeepProject();
  const save = useCall(finalWorkCalls.saveFileLink, { quiet: true });

  async function add(file: File, way: UploadWay): Promise<void> {
    const { _id: file_id } = await sendFile(file, { description: 'final project', ...way });
    try {
      await keep(await save.mutateAsync({ project_id: project._id, file_id }));
    } catch (error) {
      // Approved or terminated meanwhile, so delete the file: nobody would ever see it.
      await call(fileCalls.deleteFile, { file_id }).catch(() => undefined);
      throw error;
    }
    notify.success(t('{name} is part of your final project.', { name: file.name }), t('File added'));
  }

  return <DocumentButton label={t('Upload a file')} onFile={add} variant="filled" />;
}
