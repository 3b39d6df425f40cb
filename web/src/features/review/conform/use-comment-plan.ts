import { offlines } from '@reelay/api/contract'
import { useQuery } from '@tanstack/react-query'
import { useService } from '../../../api/service-context.ts'

const POLL_MS = 1_500
export type CommentSource = offlines.CommentConform['by']

/** The plan for a new cut. While the films are compared, it is asked for again and again. */
export function useCommentPlan(id: string, from: string | undefined, by: CommentSource | null) {
  const { call } = useService()
  const query = useQuery({
    queryKey: ['conform-comments', id, from, by],
    enabled: by !== null,
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
    queryFn: () =>
      call(offlines.conformComments, { params: { id }, body: { by: by!, ...(from && { from }) } }),
    refetchInterval: ({ state }) => (state.data?.status === 'analyzing' ? POLL_MS : false),
  })
  return {
    data: query.data?.status === 'ready' ? query.data : undefined,
    progress: query.data?.progress ?? 0,
    error: query.error,
  }
}
