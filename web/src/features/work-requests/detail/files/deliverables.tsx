import { Button } from '@mantine/core'
import { fieldRules, workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../../api/mutations.ts'
import { QueueButton } from '../../../shares/queue/queue-button.tsx'
import { ShareButton } from '../../../shares/share-button.tsx'
import { useDownload } from '../../../shared/use-download.ts'
import { useHasPermission } from '../../../shared/current-user.ts'
import { useMayWork } from '../../../shared/must-answer.ts'
import { Section } from '../../../../ui/layout/section.tsx'
import { StatusTag } from '../../../../ui/text/status-tag.tsx'
import { showToast } from '../../../../ui/feedback/toasts.tsx'
import { FileSlot } from './file-slot.tsx'
import { FileList } from './file-list.tsx'
import { useDisplayNames } from '../use-display-names.ts'
import type { AssetFiles } from './use-asset-files.ts'
import { INVALIDATED_PATHS } from '../../moves/use-move-request.ts'
import section from '../section.module.css'

type WorkRequest = workrequests.WorkRequest

/** The deliverables of each ordered use, and what is still missing. */
export function Deliverables({ request, files }: { request: WorkRequest; files: AssetFiles }) {
  const { t } = useTranslation('request')
  const mayDownload = useHasPermission('file.download')
  const { download, isBusy } = useDownload()
  const names = orderedUses(request)
  const all = request.files.flatMap((bundle) => bundle.files)
  if (request.status === 'incomplete' || names.length === 0) return null
  return (
    <Section
      anchor="deliverables"
      title={t('deliverables.title')}
      inCard
      note={
        <>
          {mayDownload && all.length > 1 && (
            <Button
              variant="subtle"
              size="compact-sm"
              loading={isBusy}
              onClick={() => download(all)}
            >
              {t('deliverables.downloadAll', { count: all.length })}
            </Button>
          )}
          {request.status === 'complete' && all.length > 0 && (
            <>
              <ShareButton size="xs" subject={{ kind: 'delivery', id: request._id }} />
              <QueueButton files={completeFiles(all, files)} />
            </>
          )}
        </>
      }
    >
      <ul className={section.list}>
        {names.map((name) => (
          <Deliverable key={name} name={name} request={request} files={files} />
        ))}
      </ul>
    </Section>
  )
}

const completeFiles = (ids: readonly string[], files: AssetFiles) =>
  files.options
    .filter(({ value }) => ids.includes(value))
    .map(({ value, name }) => ({ _id: value, name }))

const orderedUses = ({ uses, dcp, files }: WorkRequest): string[] => [
  ...new Set<string>([
    ...uses.items,
    ...(dcp.items.length ? ['Dcp'] : []),
    ...files.map(({ name }) => name),
  ]),
]

function Deliverable({
  name,
  request,
  files,
}: {
  name: string
  request: WorkRequest
  files: AssetFiles
}) {
  const { t } = useTranslation(['request', 'common'])
  const { nameOfUse } = useDisplayNames()
  const mayWork = useMayWork(request)
  const attached = request.files.find((bundle) => bundle.name === name)?.files ?? []
  const { mutateAsync } = useEndpointMutation(workrequests.changeWorkRequest, {
    invalidates: INVALIDATED_PATHS,
  })
  /** The mutation shows its own errors. */
  const saveFiles = (next: string[]) =>
    mutateAsync({ params: { id: request._id }, body: { files: [{ name, files: next }] } }).catch(
      () => undefined,
    )
  const saveWithUndo = async (next: string[], message: string) => {
    if (await saveFiles(next))
      showToast(message, {
        action: { name: t('common:undo'), run: () => void saveFiles(attached) },
      })
  }
  const isEditable = mayWork && !fieldRules.isFinal(request.status)
  const values = request.uses.details[name as 'Online']?.map(({ value }) => value).join(', ')
  return (
    <li className={section.entry}>
      <div className={section.item}>
        <span className={section.itemName}>
          {nameOfUse(name)}
          {values && <span className={section.hint}> · {values}</span>}
        </span>
        {attached.length === 0 && (
          <StatusTag tone="warning" done={false}>
            {t('deliverables.missing')}
          </StatusTag>
        )}
      </div>
      <FileList
        ids={attached}
        files={files}
        onRemove={
          isEditable
            ? (id) =>
                void saveWithUndo(
                  attached.filter((file) => file !== id),
                  t('materials.removed'),
                )
            : undefined
        }
      />
      {isEditable && (
        <FileSlot
          label={t('deliverables.attachFile', { use: nameOfUse(name) })}
          submitLabel={t('attach')}
          slot={{ request: request._id, kind: 'use', name }}
          asset={request.asset}
          files={files}
          exclude={attached}
        />
      )}
    </li>
  )
}
