import { Fragment, type ReactNode } from 'react'
import styles from './rich-text.module.css'

const ALLOWED = new Set(['i', 'b', 'u', 'ruby', 'rt'])
const COLOUR = /^#[0-9a-f]{6}$/

/**
 * The markup of a line. Built node by node instead of as HTML, so that nothing else can run. Colours
 * are lines below the text, because yellow letters on a white page cannot be read.
 */
export function RichText({ html, drawText }: { html: string; drawText?: DrawText }) {
  return <>{childrenOf(new DOMParser().parseFromString(html, 'text/html').body, drawText)}</>
}

/** Draws a piece of the text, for example with marked words. */
type DrawText = (text: string) => ReactNode

function childrenOf(parent: Node, drawText?: DrawText): ReactNode[] {
  return [...parent.childNodes].map((node, index) => {
    const name = node.nodeName.toLowerCase()
    if (name === 'br') return <br key={index} />
    if (name === 'em' || name === 'tcy')
      return (
        <span key={index} className={styles[name]}>
          {childrenOf(node, drawText)}
        </span>
      )
    if (name === 'c')
      return (
        <span key={index} className={styles.colour} style={{ borderColor: colourOf(node) }}>
          {childrenOf(node, drawText)}
        </span>
      )
    const Element = ALLOWED.has(name) ? (name as 'i' | 'b' | 'u' | 'ruby' | 'rt') : undefined
    if (Element) return <Element key={index}>{childrenOf(node, drawText)}</Element>
    const text = node.textContent ?? ''
    return drawText ? <Fragment key={index}>{drawText(text)}</Fragment> : text
  })
}

/** `<c #ffff00>` has the colour as the name of its only attribute. */
const colourOf = (node: Node): string | undefined =>
  [...(node as Element).attributes].map(({ name }) => name).find((name) => COLOUR.test(name))
