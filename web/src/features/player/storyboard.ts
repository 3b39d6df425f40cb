export type StoryboardTile = {
  start: number
  end: number
  url: string
  x: number
  y: number
  width: number
  height: number
}

/** Reads WebVTT whose cues name a rectangle of a sprite image (`#xywh=`, Media Fragments). */
export function parseStoryboard(text: string): StoryboardTile[] {
  return text.split(/\r?\n\r?\n/).flatMap((block) => {
    const [, start, end] = /(?<![\d:.])([\d:.]+) --> ([\d:.]+)/.exec(block) ?? []
    const [, url, ...box] = /^(\S+)#xywh=(\d+),(\d+),(\d+),(\d+)$/m.exec(block) ?? []
    if (!start || !end || !url) return []
    const [x = 0, y = 0, width = 0, height = 0] = box.map(Number)
    return [{ start: parseClock(start), end: parseClock(end), url, x, y, width, height }]
  })
}

const parseClock = (clock: string): number =>
  clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)

/** The tile shown at a time; the first tile also for times before it. */
export const tileAt = (tiles: StoryboardTile[], seconds: number): StoryboardTile | undefined =>
  tiles.findLast(({ start }) => start <= seconds) ?? tiles[0]
