import { useId } from 'react'
import { files, type assets } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { Choice } from '../../../ui/fields/select.tsx'
import type { PartParts } from './order-form.tsx'
import { FieldNotes } from './field-messages.tsx'
import type { Offer } from '../options.ts'
import { Instructions, Tags } from './text-fields.tsx'
import { useWhy } from './unavailable-reason.ts'
import styles from './order-form.module.css'

type Parts = PartParts & { asset: assets.Asset; offer: Offer; isOne: boolean }

const RATIOS = ['16:9', '9:16', '1:1', '4:5', '4:3', '1.85:1', '2.39:1']

/** What is said in words, and what few orders need. */
export function Extras({ draft, onChange, faults, differs, asset, offer, isOne }: Parts) {
  const { t } = useTranslation('order')
  const id = useId()
  const why = useWhy()(offer)
  return (
    <div className={styles.section}>
      <h3>{t('more')}</h3>
      <Instructions draft={draft} onChange={onChange} faults={faults} differs={differs} />
      <div className={styles.field}>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={draft.autosubs}
            disabled={Boolean(why) && !draft.autosubs}
            aria-describedby={`${id}auto`}
            onChange={() => onChange({ autosubs: !draft.autosubs })}
          />
          {t('autosubs')}
        </label>
        <p id={`${id}auto`} className={styles.hint}>
          {why ?? t('autosubsHint')}
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
          <Choice
            label={t('aspectRatio')}
            any={
              asset.aspectRatio && isOne
                ? t('aspectAs', { ratio: asset.aspectRatio })
                : t('aspectSame')
            }
            value={draft.aspectRatio ?? undefined}
            options={RATIOS.map((value) => ({ value, name: value }))}
            onChoose={(value) => onChange({ aspectRatio: value ?? null })}
          />
          <FieldNotes
            faults={faults}
            fields={['aspectRatio']}
            of={['aspectRatio', 'autosubs', 'dualLanguages']}
            differs={differs}
          />
        </div>
        {isOne && <AudioFile asset={asset} draft={draft} onChange={onChange} faults={faults} />}
        <Tags draft={draft} onChange={onChange} faults={faults} differs={differs} />
      </div>
    </div>
  )
}

/** A mix that was brought for this asset, to be laid under the version. */
function AudioFile({
  asset,
  draft,
  onChange,
  faults,
}: Pick<Parts, 'asset' | 'draft' | 'onChange' | 'faults'>) {
  const { t } = useTranslation('order')
  const { data } = useEndpointQuery(files.listFiles, {
    query: { asset: asset._id },
    range: { first: 0, last: 199 },
  })
  const sounds =
    data?.items.filter(
      ({ media, mime }) => media?.probe?.kind === 'audio' || mime?.startsWith('audio/'),
    ) ?? []
  if (!sounds.length && !draft.audioFile) return null
  return (
    <div className={styles.field}>
      <Choice
        label={t('audioFile')}
        any={t('audioNone')}
        value={draft.audioFile ?? undefined}
        options={sounds.map(({ _id, name }) => ({ value: _id, name }))}
        onChoose={(value) => onChange({ audioFile: value ?? null })}
      />
      <FieldNotes faults={faults} fields={['audioFile']} />
    </div>
  )
}
