// Who speaks (ttm:agent), and what kind of text a paragraph is (ttm:role, itts:forcedDisplay).
import { CUE_KINDS, type Cue } from '../../cue.ts'
import {
  childElements,
  descendants,
  getAttribute,
  textContent,
  XML_NAMESPACE,
  type XmlElement,
} from '../../xml/tree.ts'
import { excerpt } from '../report.ts'
import { isOriginal, ORIGINAL } from './dapt.ts'
import { METADATA_NAMESPACE } from './namespaces.ts'

type Kind = (typeof CUE_KINDS)[number]
/** A forced narrative is not a role but an attribute of its own. */
export const ROLES: Record<Exclude<Kind, 'forced'>, string> = {
  dialogue: 'dialog',
  sdh: 'caption',
  lyric: 'lyrics',
  onscreen: 'title',
}
const KINDS = new Map<string, Kind>([
  ...Object.entries(ROLES).map(([kind, role]): [string, Kind] => [role, kind as Kind]),
  ['sound', 'sdh'],
  ['music', 'sdh'],
])
const MAX_SPEAKER = 200

export function readAgents(head: XmlElement | undefined): ReadonlyMap<string, string> {
  const agents = head ? descendants(head).filter(({ name }) => name === 'agent') : []
  return new Map(
    agents.flatMap((agent): [string, string][] => {
      const id = getAttribute(agent, 'id', XML_NAMESPACE)
      const named = childElements(agent).find(({ name }) => name === 'name')
      const name = named && textContent(named).trim().slice(0, MAX_SPEAKER)
      return id && name ? [[id, name]] : []
    }),
  )
}

type Sources = { agents: ReadonlyMap<string, string>; lostAround: Set<string>; language: string }

/** Of the paragraph, or of the nearest element around it. */
export function readMetadata(
  p: XmlElement,
  outer: readonly XmlElement[],
  { agents, lostAround, language }: Sources,
): Pick<Cue, 'speaker' | 'kind' | 'source'> | undefined {
  const find = (name: string, space: string) => {
    let value = getAttribute(p, name, space)
    for (let at = outer.length - 1; at >= 0 && value === undefined; at--)
      value = getAttribute(outer[at]!, name, space)
    return value?.trim() || undefined
  }
  /** The first of several, and what is lost. */
  const first = <T>(name: string, values: ReadonlyMap<string, T>): T | undefined => {
    const words = find(name, METADATA_NAMESPACE)?.split(/\s+/) ?? []
    const value = values.get(words[0] ?? '')
    const rest = value === undefined ? words : words.slice(1)
    if (rest.length > 0) lostAround.add(`The ${name} ${excerpt(rest.join(' '))}`)
    return value
  }
  const [speaker, role] = [first('agent', agents), first('role', KINDS)]
  const kind = find('forcedDisplay', IMSC_STYLING) === 'true' ? 'forced' : role
  const original = isOriginal(p, language) ? ORIGINAL : undefined
  return speaker || kind || original
    ? { ...(speaker && { speaker }), ...(kind && { kind }), ...original }
    : undefined
}

export const IMSC_STYLING = 'http://www.w3.org/ns/ttml/profile/imsc1#styling'
