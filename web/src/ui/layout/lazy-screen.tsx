import { use, type ComponentType } from 'react'
import { loadNamespaces, type Namespace } from '../../i18n/i18n.ts'

type Load = () => Promise<ComponentType>

/**
 * A screen whose code and words come with its first visit; the router calls `preload` before it
 * shows it, or when a link to it is pointed at.
 * A load that failed is tried anew. (The router's own lazyRouteComponent reloads the page instead,
 * which leaves nothing at all while the service is down.)
 */
export function lazyScreen(load: Load, ...words: Namespace[]) {
  let here: ComponentType | undefined
  let coming: Promise<ComponentType> | undefined
  const preload = () =>
    (coming ??= Promise.all([load(), loadNamespaces(...words)]).then(
      ([loaded]) => (here = loaded),
      (error: unknown) => {
        coming = undefined
        throw error
      },
    ))
  const Screen = () => {
    // Once it is here it is drawn without waiting, even for a tick: the heading must be there when
    // the router says that the page is.
    const Loaded = here ?? use(preload())
    return <Loaded />
  }
  return Object.assign(Screen, {
    preload: async () => {
      await preload()
    },
  })
}
