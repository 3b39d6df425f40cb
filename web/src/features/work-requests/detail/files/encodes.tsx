import { Button } from '@mantine/core'
import { encodes, type workrequests } from '@reelay/api/contract'
import { DELIVERY_NAMES, DELIVERY_TITLES } from '@reelay/subtitles/delivery'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../../api/mutations.ts'
import { useMayWork } from '../../../shared/must-answer.ts'
import { ProgressBar } from '../../../../ui/feedback/progress-bar.tsx'
import { Section } from '../../../../ui/layout/section.tsx'
import { StatusTag, type Tone } from '../../../../ui/text/status-tag.tsx'
import { showToast } from '../../../../ui/feedback/toasts.tsx'
import { useDisplayNames } from '../use-display-names.ts'
import { FileList } from './file-list.tsx'
import type { AssetFiles } from './use-asset-files.ts'
import section from '../section.module.css'

const TONES: Record<workrequests.Encode['status'], Tone> = {
  waiting: 'neutral',
  making: 'info',
  ready: 'good',
  failed: 'bad',
}

/** The files that the service creates automatically. */
export function Encodes({
  request,
  files,
}: {
  request: workrequests.WorkRequest
  files: AssetFiles
}) {
  const { t } = useTranslation('request')
  if (request.encodes.length === 0) return null
  return (
    <Section anchor="encodes" title={t('encodes.title')} inCard>
      <ul className={section.list}>
        {request.encodes.map((encode) => (
          <EncodeItem key={encode._id} request={request} encode={encode} files={files} />
        ))}
      </ul>
    </Section>
  )
}

function EncodeItem({
  request,
  encode: { _id, kind, use, value, status, progress, error, file },
  files,
}: {
  request: workrequests.WorkRequest
  encode: workrequests.Encode
  files: AssetFiles
}) {
  const { t } = useTranslation('request')
  const { nameOfUse } = useDisplayNames()
  const mayWork = useMayWork(request)
  const { mutate, isPending } = useEndpointMutation(encodes.retryEncode, {
    onSuccess: () => showToast(t('encodes.retrying')),
  })
  const delivery = DELIVERY_NAMES.find((one) => one === value)
  const shown = delivery ? DELIVERY_TITLES[delivery].title : value
  const name = [t(`encodes.kind.${kind}`), use && nameOfUse(use), shown].filter(Boolean).join(' · ')
  return (
    <li className={section.entry}>
      <div className={section.item}>
        <span className={section.itemName}>{name}</span>
        <StatusTag tone={TONES[status]} done={status !== 'waiting'}>
          {t(`encodes.status.${status}`)}
        </StatusTag>
      </div>
      {status === 'making' && (
        <ProgressBar label={t('encodes.progress', { name })} value={progress} />
      )}
      {/* Other files are among the offlines and the deliverables. */}
      {kind === 'graphics' && file && <FileList ids={[file]} files={files} />}
      {error && (
        <p className={section.hint} dir="auto">
          {error.message}
        </p>
      )}
      {status === 'failed' && mayWork && (
        <div className={section.actions}>
          <Button
            size="sm"
            variant="default"
            loading={isPending}
            onClick={() => mutate({ params: { id: request._id, encode: _id } })}
            aria-label={t('encodes.retryEncode', { name })}
          >
            {t('encodes.retry')}
          </Button>
        </div>
      )}
    </li>
  )
}
