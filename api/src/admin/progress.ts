/** Shows progress on a terminal, but not in a log. */
export function showProgress(done: number, total: number): void {
  if (process.stderr.isTTY)
    process.stderr.write(
      `\r${(done / 1e9).toFixed(1)} of ${(total / 1e9).toFixed(1)} GB${done === total ? '\n' : ''}`,
    )
}
