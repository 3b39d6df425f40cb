export type StoryboardTile = {
  start: number
  end: number
  address: string
  x: number
  y: number
  width: number
  height: number
}

/**
 * Small pictures along a film: WebVTT whose cues name a sheet and a place on it (`#xywh=`, Media
 * Fragments).
 */
export function parseStoryboard(text: string): StoryboardTile[] {
  return text.split(/\r?\n\r?\n/).flatMap((block) => {
    const [, start, end] = /([\d:.]+) --> ([\d:.]+)/.exec(block) ?? []
    const [, address, ...box] = /^(\S+)#xywh=(\d+),(\d+),(\d+),(\d+)$/m.exec(block) ?? []
    if (!start || !end || !address) return []
    const [x = 0, y = 0, width = 0, height = 0] = box.map(Number)
    return [{ start: seconds(start), end: seconds(end), address, x, y, width, height }]
  })
}

const seconds = (clock: string): number =>
  clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)

/** The picture of a moment; before the first the first, after the last the last. */
export const tileAt = (cells: StoryboardTile[], moment: number): StoryboardTile | undefined =>
  cells.findLast(({ start }) => start <= moment) ?? cells[0]
