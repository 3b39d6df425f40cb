import { machinedrafts } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { formatNumber } from '../../../ui/format/format.ts'
import { DraftRun, isActive } from '../../shared/draft-run.tsx'
import { useEditor } from '../editor-context.ts'

/** Drafts the empty lines of the translation. */
export function DraftsDialog({ close }: { close: () => void }) {
  const { t } = useTranslation('drafts')
  const describe = useDescription()
  const { store, translation, lines } = useEditor()
  const params = { id: translation._id }
  const query = useEndpointQuery(
    machinedrafts.getTranslationDrafts,
    { params },
    { pollWhile: ({ runs }) => isActive(runs[0]), staleTime: 0 },
  )
  const options = { invalidates: ['/translations/:id/drafts'], silent: true }
  const start = useEndpointMutation(machinedrafts.draftTranslation, options)
  const stop = useEndpointMutation(machinedrafts.cancelTranslationDraft, {
    ...options,
    onSuccess: () => void store.fetchChanges(),
  })
  const empty = lines.filter(({ text, source }) => !text && source).length
  const begin = async () => {
    // Texts that are still on their way would count as empty.
    await store.flush()
    start.mutate({ params })
  }
  return (
    <DraftRun
      query={query}
      notes={(host) => [host ? t('sends', { host }) : t('off'), t('order')]}
      describe={describe}
      start={{
        ...start,
        label: empty === 0 ? t('nothing') : t('start', { count: empty }),
        isDisabled: empty === 0,
        run: () => void begin(),
      }}
      stop={{ ...stop, label: t('cancel'), run: () => stop.mutate({ params }) }}
      onClose={close}
    />
  )
}

function useDescription() {
  const { t } = useTranslation('drafts')
  return (run: machinedrafts.DraftRun) => {
    const { status, total, fromMemory, fromGlossary, fromProvider, skipped } = run
    const drafted = fromMemory + fromGlossary + fromProvider
    return {
      text: isActive(run)
        ? t('progress', {
            done: formatNumber(drafted),
            total: formatNumber(total),
            count: total,
          })
        : t(`ended.${status}`, { count: drafted }),
      value: total ? (drafted + skipped) / total : 0,
      note: t('origins', {
        memory: formatNumber(fromMemory),
        glossary: formatNumber(fromGlossary),
        provider: formatNumber(fromProvider),
        characters: formatNumber(run.characters),
      }),
    }
  }
}
