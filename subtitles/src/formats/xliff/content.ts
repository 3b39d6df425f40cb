// The texts of a unit with their codes: those of XLIFF 2, and those of 1.2, which have other names.
import {
  attributeEntries,
  getAttribute,
  isElement,
  textContent,
  type XmlElement,
} from '../../xml/tree.ts'
import type { MarkupBuilder } from '../markup-builder.ts'
import { excerpt } from '../report.ts'
import { styleOf, styleOfType, type CodeStyle } from './codes.ts'

export type UnitContent = {
  builder: MarkupBuilder
  colours: string[]
  isKept: boolean
  losses: Set<string>
  /** Of version 1.2, by their number: one element starts them and another ends them. */
  open: Map<string, CodeStyle>
}

export function addContent(element: XmlElement, content: UnitContent) {
  const { builder, isKept } = content
  for (const child of element.children) {
    if (!isElement(child))
      builder.addText(isKept ? child.text : child.text.replace(/[ \t\n]+/g, ' '))
    else addCode(child, content)
  }
}

function addCode(code: XmlElement, content: UnitContent) {
  const { builder, losses } = content
  const { name } = code
  if (name === 'pc' || name === 'g') addStyled(code, content)
  else if (name === 'mrk') {
    // Tools mark the segments of a text.
    if (getAttribute(code, 'mtype') !== 'seg')
      addLoss(losses, `The mark <mrk ${attributesOf(code)}>`)
    addContent(code, content)
  } else if (name === 'bpt' || name === 'ept') addHalf(code, content)
  else if (getAttribute(code, 'subType') === 'xlf:lb' || getAttribute(code, 'ctype') === 'lb')
    builder.addRow()
  else if (name !== 'em')
    addLoss(losses, `The code <${name} ${attributesOf(code)}>${excerpt(textContent(code))}`)
}

function addStyled(code: XmlElement, content: UnitContent) {
  const style = styleOf(getAttribute(code, 'subType')) ?? styleOfType(getAttribute(code, 'ctype'))
  if (!style) addLoss(content.losses, `The style of <${code.name} ${attributesOf(code)}>`)
  if (style) startStyle(style, content)
  addContent(code, content)
  if (style) endStyle(style, content)
}

/** <bpt id="1" ctype="italic"> and <ept id="1">. What they contain is the code of another format. */
function addHalf(code: XmlElement, content: UnitContent) {
  const { open, losses } = content
  const id = getAttribute(code, 'rid') ?? getAttribute(code, 'id') ?? ''
  const style = code.name === 'ept' ? open.get(id) : styleOfType(getAttribute(code, 'ctype'))
  if (code.name === 'bpt' && style) {
    open.set(id, style)
    startStyle(style, content)
  } else if (style) {
    open.delete(id)
    endStyle(style, content)
  } else
    addLoss(losses, `The code <${code.name} ${attributesOf(code)}>${excerpt(textContent(code))}`)
}

function startStyle(style: CodeStyle, { builder, colours }: UnitContent) {
  if ('tag' in style) builder.open(style.tag)
  else {
    colours.push(style.colour)
    builder.setColour(style.colour)
  }
}

function endStyle(style: CodeStyle, { builder, colours }: UnitContent) {
  if ('tag' in style) builder.close(style.tag)
  else {
    colours.pop()
    builder.setColour(colours.at(-1))
  }
}

/** What tools write about the units of a document, once for each value. `known` was read. */
export function addAttributes(element: XmlElement, losses: Set<string>, known = '') {
  for (const [key, value] of attributeEntries(element)) {
    const name = key.slice(key.lastIndexOf(' ') + 1)
    const isState = name === 'state' && (value === 'initial' || value === 'translated')
    if (!USUAL.has(name) && !isState && value !== known)
      addLoss(losses, `The ${name} ${excerpt(value)} of <${element.name}>`)
  }
}
const USUAL = new Set(['id', 'space', 'lang', 'srcDir', 'trgDir'])

export const attributesOf = (element: XmlElement): string =>
  [...attributeEntries(element)]
    .map(([key, value]) => `${key.trim()}="${value}"`)
    .join(' ')
    .slice(0, 60)

const MAX_LOSSES = 500
export function addLoss(losses: Set<string>, lost: string) {
  if (losses.size < MAX_LOSSES) losses.add(lost)
}
