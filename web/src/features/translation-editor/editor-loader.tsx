import { translations } from '@reelay/api/contract'
import { useQuery } from '@tanstack/react-query'
import { useService } from '../../api/service-context.ts'
import { useUnreachableCopy } from '../../api/use-offline-copy.ts'
import { useCurrentUser } from '../shared/current-user.ts'
import { PendingRows } from '../../ui/feedback/pending.tsx'
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx'
import { Editor, type EditorProps } from './editor.tsx'
import { trackKey } from './use-track-copy.ts'

/** Loads the lines and check rules once. After that, the editor keeps them up to date. */
export function EditorLoader(props: EditorProps) {
  const { call } = useService()
  const me = useCurrentUser()
  const params = { id: props.translation._id }
  // Load the rules before the lines. If their revision were newer than the lines, the editor would
  // miss a change.
  const query = useQuery({
    queryKey: trackKey(params.id),
    staleTime: Infinity,
    gcTime: 0,
    networkMode: 'always',
    queryFn: async () => {
      const rules = await call(translations.getRules, { params })
      return { rules, lines: await call(translations.translationLines.list, { params }) }
    },
  })
  const copied = useUnreachableCopy(trackKey(params.id), query)
  const { data, error, refetch, isFetching } = copied
  if (error && !data)
    return <ErrorAlert error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  return data && me ? (
    <Editor {...props} person={me._id} rules={data.rules} lines={data.lines} />
  ) : (
    <PendingRows rows={8} />
  )
}
