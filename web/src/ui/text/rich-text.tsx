import type { ReactNode } from 'react'

const ALLOWED = new Set(['i', 'b', 'u'])

/**
 * A fragment with i, b, u and br. Built node by node instead of as HTML, so that nothing else can
 * run.
 */
export function RichText({ html }: { html: string }) {
  return <>{childrenOf(new DOMParser().parseFromString(html, 'text/html').body)}</>
}

function childrenOf(parent: Node): ReactNode[] {
  return [...parent.childNodes].map((node, index) => {
    const name = node.nodeName.toLowerCase()
    if (name === 'br') return <br key={index} />
    const Element = ALLOWED.has(name) ? (name as 'i' | 'b' | 'u') : undefined
    return Element ? <Element key={index}>{childrenOf(node)}</Element> : node.textContent
  })
}
