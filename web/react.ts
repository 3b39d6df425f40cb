// Replaces `react` and `react-dom` in the browser bundle (vite.config.ts).
import type { ReactNode } from 'react'
import { options, type Ref, type VNode } from 'preact'

export * from 'preact/compat'
export { default } from 'preact/compat'

/**
 * The one export of React that Mantine imports and Preact does not have. Mantine uses it for content
 * that stays mounted while it is hidden, which this app never asks for.
 */
export const Activity = ({ mode, children }: { mode?: string; children?: ReactNode }) =>
  mode === 'hidden' ? null : children

/**
 * Focuses a field with `autoFocus` when it is mounted, as React does. Preact only sets the attribute:
 * the browser then waits for the next frame, so letters that are typed before it are lost, and it
 * ignores all fields after the first one of a document.
 */
const { vnode: before } = options
options.vnode = (vnode: VNode<{ autoFocus?: boolean }>) => {
  if (typeof vnode.type === 'string' && vnode.props.autoFocus) vnode.ref = focusing(vnode.ref)
  before?.(vnode)
}

type FieldRef = Ref<HTMLElement> | undefined
const focused = new WeakSet<Element>()
const withoutRef = {}
const focusingRefs = new WeakMap<object, (element: HTMLElement | null) => unknown>()

/** The same ref each time, because Preact calls a ref that has changed again. */
function focusing(ref: FieldRef) {
  const key = ref ?? withoutRef
  const found = focusingRefs.get(key) ?? ((element) => setAndFocus(ref, element))
  focusingRefs.set(key, found)
  return found as Ref<HTMLElement>
}

function setAndFocus(ref: FieldRef, element: HTMLElement | null): unknown {
  const cleanUp = typeof ref === 'function' ? ref(element) : undefined
  if (ref && typeof ref !== 'function') ref.current = element
  if (element && !focused.has(element)) {
    focused.add(element)
    element.focus()
  }
  return cleanUp
}
