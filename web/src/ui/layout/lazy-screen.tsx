import { use, type ComponentType } from 'react'
import { loadNamespaces, type Namespace } from '../../i18n/i18n.ts'

type Load = () => Promise<ComponentType>

/**
 * Loads the code and the texts of a screen on its first visit. The router calls `preload` before it
 * shows the screen, and when the pointer is over a link to it. A failed load is retried; the
 * router's own lazyRouteComponent would reload the page, which shows nothing while the service is
 * down.
 */
export function lazyScreen(load: Load, ...words: Namespace[]) {
  let here: ComponentType | undefined
  let loading: Promise<ComponentType> | undefined
  const preload = () =>
    (loading ??= Promise.all([load(), loadNamespaces(...words)]).then(
      ([loaded]) => (here = loaded),
      (error: unknown) => {
        loading = undefined
        throw error
      },
    ))
  const Screen = () => {
    // A loaded screen renders synchronously: the heading must exist when the router reports that
    // the page is rendered.
    const Loaded = here ?? use(preload())
    return <Loaded />
  }
  return Object.assign(Screen, {
    preload: async () => {
      await preload()
    },
  })
}
