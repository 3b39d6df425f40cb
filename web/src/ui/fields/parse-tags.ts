/** Comma-separated words, each once, with the commas of all three languages. */
export const parseTags = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[,،、]/)
      .map((word) => word.trim())
      .filter(Boolean),
  ),
]
