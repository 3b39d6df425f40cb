// Cumulative layout shift, as Chromium measures it.
import type { BrowserContext, Page } from '@playwright/test'

type Shift = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  sources: { node: Element | null }[]
}
type Measured = { value: number; sources: string[] }
declare global {
  var layoutShift: Measured
}

/** Measures in each page of the context, from its start. */
export const measureLayoutShift = (context: BrowserContext) =>
  context.addInitScript(() => {
    globalThis.layoutShift = { value: 0, sources: [] }
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as Shift[]) {
        if (shift.hadRecentInput) continue
        globalThis.layoutShift.value += shift.value
        for (const { node } of shift.sources) {
          const element = node instanceof Element ? node : null
          globalThis.layoutShift.sources.push(
            `${shift.value.toFixed(3)} ${element?.tagName} ${element?.className}`,
          )
        }
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

export const layoutShiftOf = (page: Page): Promise<Measured> =>
  page.evaluate(() => globalThis.layoutShift)
