import { useCallback, useEffect, useRef, useState } from 'react'
import { getRouteApi } from '@tanstack/react-router'
import type { Line } from './model/draft.ts'
import type { EditorStore } from './model/store.ts'
import type { EditorContext } from './editor-context.ts'

const route = getRouteApi('/app/workrequests/$id/translate')
/** Browsers refuse an address that changes more than a few times a second. */
const DEBOUNCE_MS = 400

/**
 * The line that is worked on: here at once, in the address when it rests. Leaving a line sends what
 * was typed there.
 */
export function useSelectedLine(
  lines: readonly Line[],
  store: EditorStore,
  wish: EditorContext['focusRequest'],
): [string | undefined, EditorContext['select']] {
  const { line: named } = route.useSearch()
  const navigate = route.useNavigate()
  const [selected, setSelected] = useState(named)
  const before = useRef(selected)
  const select = useCallback(
    (id: string | undefined, focus = false) => {
      if (focus) wish.current = id
      if (
        before.current !== undefined &&
        before.current !== id &&
        store.getState().connection !== 'offline'
      )
        void store.flush()
      before.current = id
      setSelected(id)
    },
    [store],
  )
  useEffect(() => {
    const timer = setTimeout(() => {
      if (selected !== named)
        void navigate({
          search: (was) => ({ ...was, line: selected }),
          replace: true,
          resetScroll: false,
        })
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [selected])
  return [lines.some(({ _id }) => _id === selected) ? selected : undefined, select]
}
