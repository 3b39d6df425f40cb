import { translations } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointMutation } from '../../api/mutations.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { useEditor } from './editor-context.ts'

/** What changed in the script since the translation last followed it, if anything did. */
export function useScriptChanges() {
  const {
    translation: { _id: id },
    rules: { script },
    readOnly,
  } = useEditor()
  const isBehind = script !== null && script.to > script.from
  const { data } = useEndpointQuery(
    translations.getMerge,
    { params: { id } },
    { enabled: isBehind && !readOnly },
  )
  return data && !readOnly && data.lines + data.removed + data.conflicts.length > 0
    ? data
    : undefined
}

export function useMergeScript(onDone?: () => void) {
  const { t } = useTranslation('translation-editor')
  const {
    translation: { _id: id },
    store,
  } = useEditor()
  const merge = useEndpointMutation(translations.mergeScript, {
    invalidates: ['/translations', '/workrequests'],
    onSuccess: (reply) => {
      store.mergeReply(reply)
      void store.fetchChanges()
      onDone?.()
      showToast(t('merge.done', { count: reply.lines.length + reply.removed.length }))
    },
  })
  return {
    isPending: merge.isPending,
    merge: (settle: Record<string, 'ours' | 'theirs'>) =>
      void store.flush().then(() => merge.mutate({ params: { id }, body: { settle } })),
  }
}
