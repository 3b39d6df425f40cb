/** The newest preview. People who skip scratch previews get the newest other one, if there is any. */
export const defaultPreview = <P extends { label: string }>(
  newestFirst: readonly P[],
  skipsScratch: boolean,
): P | undefined =>
  (skipsScratch ? newestFirst.find((preview) => !isScratch(preview)) : undefined) ?? newestFirst[0]

/** The label marks a scratch preview, for example "Scratch mix 2". */
const isScratch = ({ label }: { label: string }) => /\bscratch\b/i.test(label)
