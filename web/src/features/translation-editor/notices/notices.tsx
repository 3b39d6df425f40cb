import { Button } from '@mantine/core'
import { translations } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { orphans } from '../model/text-track.ts'
import { RichText } from '../../../ui/text/rich-text.tsx'
import { useEditor } from '../editor-context.ts'
import type { Window } from '../dialogs/dialogs.tsx'
import styles from './notices.module.css'

/**
 * What has to be known before one writes: that it is closed, why it came back, that the script has
 * changed, what has lost its line.
 */
export function Notices({
  translation,
  open,
}: {
  translation: translations.Translation
  open: (window: Window) => void
}) {
  const { t } = useTranslation('translate')
  const { status, reason } = translation
  return (
    <div className={styles.notices}>
      {status === 'submitted' && (
        <p className={styles.notice} data-tone="look">
          {t('notice.submitted')}
        </p>
      )}
      {status === 'approved' && (
        <p className={styles.notice} data-tone="good">
          {t('notice.approved')}
        </p>
      )}
      {status === 'rejected' && (
        <p className={styles.notice} data-tone="bad">
          {reason ? (
            <>
              {t('notice.rejectedWhy')} <q dir="auto">{reason}</q>
            </>
          ) : (
            t('notice.rejected')
          )}
        </p>
      )}
      <ScriptChanged id={translation._id} open={open} />
      <Orphans />
    </div>
  )
}

function ScriptChanged({ id, open }: { id: string; open: (window: Window) => void }) {
  const { t } = useTranslation('translate')
  const {
    rules: { script },
    readOnly,
  } = useEditor()
  const isBehind = script !== null && script.to > script.from
  const { data } = useEndpointQuery(
    translations.getMerge,
    { params: { id } },
    { enabled: isBehind && !readOnly },
  )
  if (!data || readOnly || data.lines + data.removed + data.conflicts.length === 0) return null
  return (
    <div className={styles.notice} data-tone="wait">
      <span>{t('merge.offer', { count: data.lines + data.removed + data.conflicts.length })}</span>
      <Button size="xs" variant="default" onClick={() => open('merge')}>
        {t('merge.look')}
      </Button>
    </div>
  )
}

/** Somebody removed the line while this was typed: it is not thrown away unasked. */
function Orphans() {
  const { t } = useTranslation('translate')
  const { state, store, readOnly } = useEditor()
  const again = async (line: string) => {
    const {
      base: { _id, number: _number, version: _version, ...base },
      fields,
    } = state.sheet.drafts.get(line)!
    await store.add({ ...base, ...fields })
    store.discard(line)
  }
  return orphans(state.sheet).map(({ line, base, fields }) => (
    <div key={line} className={styles.notice} data-tone="bad">
      <span>
        {t('orphan', { number: base.number })}{' '}
        <q dir="auto">
          <RichText html={fields.text ?? base.text} />
        </q>
      </span>
      <span className={styles.acts}>
        {!readOnly && (
          <Button size="xs" variant="default" onClick={() => void again(line)}>
            {t('orphanAdd')}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => store.discard(line)}>
          {t('orphanDrop')}
        </Button>
      </span>
    </div>
  ))
}
