import { useCallback, useEffect, useRef, useState } from 'react'
import { getRouteApi } from '@tanstack/react-router'
import type { EditorLine } from './model/draft.ts'
import type { EditorStore } from './model/store.ts'
import type { EditorContext } from './editor-context.ts'

const route = getRouteApi('/app/workrequests/$id/translate')
/** Browsers limit how often a page may change its URL. */
const DEBOUNCE_MS = 400

/** The selected line, mirrored to the URL. Leaving a line sends its changes. */
export function useSelectedLine(
  lines: readonly EditorLine[],
  store: EditorStore,
  focusRequest: EditorContext['focusRequest'],
): [string | undefined, EditorContext['select']] {
  const { line: lineInUrl } = route.useSearch()
  const navigate = route.useNavigate()
  const [selected, setSelected] = useState(lineInUrl)
  const previous = useRef(selected)
  const select = useCallback(
    (id: string | undefined, focus = false) => {
      if (focus) focusRequest.current = id
      if (
        previous.current !== undefined &&
        previous.current !== id &&
        store.getState().connection !== 'offline'
      )
        void store.flush()
      previous.current = id
      setSelected(id)
    },
    [store],
  )
  useEffect(() => {
    const timer = setTimeout(() => {
      if (selected !== lineInUrl)
        void navigate({
          search: (current) => ({ ...current, line: selected }),
          replace: true,
          resetScroll: false,
        })
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [selected])
  return [lines.some(({ _id }) => _id === selected) ? selected : undefined, select]
}
