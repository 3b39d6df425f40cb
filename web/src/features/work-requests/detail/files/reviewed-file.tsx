import type { workrequests } from '@reelay/api/contract'
import { useNavigate } from '@tanstack/react-router'
import { FileStage } from '../../../file-viewer/file-stage.tsx'
import { useDisplayNames } from '../use-display-names.ts'
import { FileDecision } from './file-decision.tsx'

type Props = { request: workrequests.WorkRequest; id: string }

/** A material or a deliverable of the request on the stage, with the decision about it. */
export function ReviewedFile({ request, id }: Props) {
  const { materialName, nameOfUse } = useDisplayNames()
  const navigate = useNavigate()
  const material = request.materials.find(({ files }) => files.includes(id))
  const bundle = request.files.find(({ files }) => files.includes(id))
  return (
    <FileStage
      id={id}
      note={(material && materialName(material.name)) ?? (bundle && nameOfUse(bundle.name))}
      actions={<FileDecision request={request} id={id} />}
      onClose={() =>
        void navigate({
          to: '.',
          search: (current) => ({ ...current, file: undefined }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  )
}
