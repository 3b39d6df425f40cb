import { useState, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import { comments, fieldRules, materialRules, workrequests } from '@reelay/api/contract'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../../api/mutations.ts'
import { FileStage } from '../../../file-viewer/file-stage.tsx'
import { useHasPermission } from '../../../shared/current-user.ts'
import { useMayWork } from '../../../shared/must-answer.ts'
import { showToast } from '../../../../ui/feedback/toasts.tsx'
import { ReasonForm } from '../../moves/reason-form.tsx'
import { INVALIDATED_PATHS } from '../../moves/use-move-request.ts'
import { useDisplayNames } from '../use-display-names.ts'
import { useSaveMaterial, type MaterialOf } from './material.tsx'
import styles from './files.module.css'

type WorkRequest = workrequests.WorkRequest
type Props = { request: WorkRequest; id: string }

/** A material or a deliverable of the request on the stage, with the decision about it. */
export function ReviewedFile({ request, id }: Props) {
  const { materialName, nameOfUse } = useDisplayNames()
  const navigate = useNavigate()
  const material = request.materials.find(({ files }) => files.includes(id))
  const bundle = request.files.find(({ files }) => files.includes(id))
  const isOpen = !fieldRules.isFinal(request.status)
  return (
    <FileStage
      id={id}
      note={(material && materialName(material.name)) ?? (bundle && nameOfUse(bundle.name))}
      actions={
        isOpen &&
        (material && material.name !== materialRules.SUBTITLES_MATERIAL ? (
          <MaterialDecision key={id} request={request} material={material} />
        ) : (
          bundle && <DeliverableDecision key={id} request={request} id={id} bundle={bundle} />
        ))
      }
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

function MaterialDecision({ request, material }: { request: WorkRequest; material: MaterialOf }) {
  const { t } = useTranslation('request')
  const { materialName } = useDisplayNames()
  const mayWork = useMayWork(request)
  const mayApprove = useHasPermission('workrequest.approve')
  const { save, saveWithUndo, isPending } = useSaveMaterial(request, material)
  const name = materialName(material.name)
  const { complete, approved } = material
  return (
    <Decision
      isBusy={isPending}
      title={t('materials.reject', { name })}
      onReject={
        complete && (mayWork || mayApprove)
          ? (reason) => void save({ complete: false, approved: false }, reason)
          : undefined
      }
    >
      {mayApprove && !(complete && approved) && (complete || mayWork) && (
        <Button
          size="compact-md"
          loading={isPending}
          onClick={() =>
            void saveWithUndo({ complete: true, approved: true }, t('materials.approved', { name }))
          }
        >
          {t('materials.approve')}
        </Button>
      )}
    </Decision>
  )
}

type DeliverableProps = Props & { bundle: WorkRequest['files'][number] }

/** Takes the file out of the deliverables. The reason goes to the discussion, which notifies. */
function DeliverableDecision({ request, id, bundle }: DeliverableProps) {
  const { t } = useTranslation('request')
  const { nameOfUse } = useDisplayNames()
  const mayWork = useMayWork(request)
  const mayApprove = useHasPermission('workrequest.approve')
  const change = useEndpointMutation(workrequests.changeWorkRequest, {
    invalidates: INVALIDATED_PATHS,
  })
  const comment = useEndpointMutation(comments.createComment, {
    invalidates: ['/workrequests/:id/comments'],
  })
  const params = { id: request._id }
  const name = nameOfUse(bundle.name)
  const reject = async (reason: string) => {
    const files = bundle.files.filter((file) => file !== id)
    await comment.mutateAsync({
      params,
      body: { text: t('deliverables.rejectedBecause', { name, reason }) },
    })
    await change.mutateAsync({ params, body: { files: [{ name: bundle.name, files }] } })
    showToast(t('deliverables.rejected', { name }))
  }
  return (
    <Decision
      isBusy={change.isPending || comment.isPending}
      title={t('deliverables.reject', { name })}
      onReject={
        mayWork || mayApprove
          ? // The mutations show their own errors.
            (reason) => void reject(reason).catch(() => undefined)
          : undefined
      }
    />
  )
}

type DecisionProps = {
  isBusy: boolean
  title: string
  onReject: ((reason: string) => void) | undefined
  children?: ReactNode
}

function Decision({ isBusy, title, onReject, children }: DecisionProps) {
  const { t } = useTranslation('request')
  const [isRejecting, setRejecting] = useState(false)
  if (isRejecting && onReject)
    return (
      <div className={styles.rejection}>
        <ReasonForm
          title={title}
          submitLabel={t('rejectFile')}
          isBusy={isBusy}
          onCancel={() => setRejecting(false)}
          onSubmit={({ reason }) => {
            onReject(reason)
            setRejecting(false)
          }}
        />
      </div>
    )
  return (
    <>
      {children}
      {onReject && (
        <Button
          size="compact-md"
          variant="default"
          disabled={isBusy}
          onClick={() => setRejecting(true)}
        >
          {t('rejectFile')}
        </Button>
      )}
    </>
  )
}
