import { useState, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import { comments, fieldRules, materialRules, type workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../../api/mutations.ts'
import { useHasPermission } from '../../../shared/current-user.ts'
import { useMayWork } from '../../../shared/must-answer.ts'
import { showToast } from '../../../../ui/feedback/toasts.tsx'
import { ReasonForm } from '../../moves/reason-form.tsx'
import { INVALIDATED_PATHS } from '../../moves/use-move-request.ts'
import { useDisplayNames } from '../use-display-names.ts'
import { useSaveMaterial, type MaterialOf } from './use-save-material.ts'
import styles from './files.module.css'

type WorkRequest = workrequests.WorkRequest
type Props = { request: WorkRequest; id: string }

/** Approves or rejects a file that is a material or a deliverable of the request. */
export function FileDecision({ request, id }: Props) {
  if (fieldRules.isFinal(request.status)) return null
  const material = request.materials.find(({ files }) => files.includes(id))
  if (material && material.name !== materialRules.SUBTITLES_MATERIAL)
    return <MaterialDecision key={id} request={request} material={material} />
  const bundle = request.files.find(({ files }) => files.includes(id))
  return bundle && <DeliverableDecision key={id} request={request} id={id} bundle={bundle} />
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
          size="compact-sm"
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
  const name = nameOfUse(bundle.name)
  const { mutate, isPending } = useEndpointMutation(comments.createComment, {
    invalidates: INVALIDATED_PATHS,
    onSuccess: () => showToast(t('deliverables.rejected', { name })),
  })
  const reject = (reason: string) =>
    mutate({
      params: { id: request._id },
      body: { text: t('deliverables.rejectedBecause', { name, reason }), rejects: id },
    })
  return (
    <Decision
      isBusy={isPending}
      title={t('deliverables.reject', { name })}
      onReject={mayWork || mayApprove ? reject : undefined}
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
          size="compact-sm"
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
