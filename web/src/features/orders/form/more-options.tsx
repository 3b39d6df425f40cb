import { useId } from 'react'
import { files, type assets } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { Select } from '../../../ui/fields/select.tsx'
import type { OrderSectionProps } from './order-section.ts'
import { FieldMessages } from './field-messages.tsx'
import type { OrderOption } from '../options.ts'
import { InstructionsField, OrderTagsField } from './text-fields.tsx'
import { useUnavailableText } from './unavailable-reason.ts'
import styles from './order-form.module.css'

type Props = OrderSectionProps & {
  asset: assets.Asset
  autosubsOption: OrderOption
  /** Whether only one order is edited. */
  isSingle: boolean
}

const ASPECT_RATIOS = ['16:9', '9:16', '1:1', '4:5', '4:3', '1.85:1', '2.39:1']

/** Instructions, tags, and what only few orders need. */
export function MoreOptions({ asset, autosubsOption, isSingle, ...fieldProps }: Props) {
  const { draft, onChange, errors, differingFields } = fieldProps
  const { t } = useTranslation('order')
  const id = useId()
  const unavailable = useUnavailableText()(autosubsOption)
  return (
    <div className={styles.section}>
      <h3>{t('moreOptions')}</h3>
      <InstructionsField {...fieldProps} />
      <div className={styles.field}>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={draft.autosubs}
            disabled={Boolean(unavailable) && !draft.autosubs}
            aria-describedby={`${id}auto`}
            onChange={() => onChange({ autosubs: !draft.autosubs })}
          />
          {t('autosubs')}
        </label>
        <p id={`${id}auto`} className={styles.hint}>
          {unavailable ?? t('autosubsHint')}
        </p>
      </div>
      <div className={styles.field}>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={draft.dualLanguages}
            onChange={() => onChange({ dualLanguages: !draft.dualLanguages })}
          />
          {t('dualLanguages')}
        </label>
      </div>
      <div className={styles.pair}>
        <div className={styles.field}>
          <Select
            label={t('aspectRatio')}
            anyLabel={
              asset.aspectRatio && isSingle
                ? t('aspectRatioFromAsset', { ratio: asset.aspectRatio })
                : t('sameAsAsset')
            }
            value={draft.aspectRatio ?? undefined}
            options={ASPECT_RATIOS.map((value) => ({ value, name: value }))}
            onChange={(value) => onChange({ aspectRatio: value ?? null })}
          />
          <FieldMessages
            errors={errors}
            fields={['aspectRatio']}
            draftFields={['aspectRatio', 'autosubs', 'dualLanguages']}
            differingFields={differingFields}
          />
        </div>
        {isSingle && <AudioFile asset={asset} draft={draft} onChange={onChange} errors={errors} />}
        <OrderTagsField {...fieldProps} />
      </div>
    </div>
  )
}

/** A mix uploaded for this asset, to be used as the sound of the version. */
function AudioFile({
  asset,
  draft,
  onChange,
  errors,
}: Pick<Props, 'asset' | 'draft' | 'onChange' | 'errors'>) {
  const { t } = useTranslation('order')
  const { data } = useEndpointQuery(files.listFiles, {
    query: { asset: asset._id },
    range: { first: 0, last: 199 },
  })
  const audioFiles =
    data?.items.filter(
      ({ media, mime }) => media?.probe?.kind === 'audio' || mime?.startsWith('audio/'),
    ) ?? []
  if (!audioFiles.length && !draft.audioFile) return null
  return (
    <div className={styles.field}>
      <Select
        label={t('audioFile')}
        anyLabel={t('noAudioFile')}
        value={draft.audioFile ?? undefined}
        options={audioFiles.map(({ _id, name }) => ({ value: _id, name }))}
        onChange={(value) => onChange({ audioFile: value ?? null })}
      />
      <FieldMessages errors={errors} fields={['audioFile']} />
    </div>
  )
}
