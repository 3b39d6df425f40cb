import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderMarkdown } from './markdown.ts'

const render = (text: string) =>
  renderMarkdown(text, (target) =>
    /^(https?:|\w+\.md|#)/.test(target) ? target : undefined,
  ).html.trim()

const cases: [what: string, markdown: string, html: string][] = [
  ['a paragraph over two lines', 'One\ntwo.\n\nThree.', '<p>One\ntwo.</p>\n<p>Three.</p>'],
  [
    'stress, and stars that are none',
    '**much** and *some*, 2 * 3 * 4, a*b*c',
    '<p><strong>much</strong> and <em>some</em>, 2 * 3 * 4, a*b*c</p>',
  ],
  [
    'code, with ticks in it',
    '`a < b` and `` ` ``',
    '<p><code>a &lt; b</code> and <code>`</code></p>',
  ],
  ['code keeps what would be stress', '`**a** [b](c.md)`', '<p><code>**a** [b](c.md)</code></p>'],
  [
    'links with code and stress around',
    '**[`GET /x`](a.md)** <https://x.example>',
    '<p><strong><a href="a.md"><code>GET /x</code></a></strong> <a href="https://x.example">https://x.example</a></p>',
  ],
  [
    'a link that leads nowhere is its words',
    'See [the source](../api/src/app.ts).',
    '<p>See the source.</p>',
  ],
  [
    'a picture',
    '![A *map*](https://x.example/m.png)',
    '<p><img src="https://x.example/m.png" alt="A *map*" loading="lazy"></p>',
  ],
  ['escapes', '\\*not\\* \\<i>', '<p>*not* &lt;i&gt;</p>'],
  [
    'a list with a list and a second paragraph',
    '- one\n  more\n- two\n  - inner\n\n  apart\n- three',
    '<ul>\n<li>one\nmore</li>\n<li>two<ul>\n<li>inner</li>\n</ul>\n<p>apart</p></li>\n<li>three</li>\n</ul>',
  ],
  ['a numbered list', '1. one\n2. two', '<ol>\n<li>one</li>\n<li>two</li>\n</ol>'],
  ['a quote', '> said\n> twice', '<blockquote><p>said\ntwice</p>\n</blockquote>'],
  [
    'code in a fence is as it is',
    '```sh skip: why\ncurl "$A" # <b>\n\n- x\n```',
    '<div class="code"><pre tabindex="0"><code data-language="sh">curl &quot;$A&quot; # &lt;b&gt;\n\n- x\n</code></pre></div>',
  ],
  [
    'a fence that never ends ends with the page',
    '```\na',
    '<div class="code"><pre tabindex="0"><code data-language="">a\n</code></pre></div>',
  ],
  ['a rule', 'a\n\n---\n\nb', '<p>a</p>\n<hr>\n<p>b</p>'],
  ['a comment is not shown', '<!-- one\ntwo -->\na', '<p>a</p>'],
  [
    'a table with a pipe in a cell, an empty head and a middle',
    '| | b |\n|---|:-:|\n| `x\\|y` | 1<br>2 |',
    '<div class="table" tabindex="0"><table>\n<thead><tr><td></td><th class="middle">b</th></tr>\n</thead>\n<tbody><tr><td><code>x|y</code></td><td class="middle">1<br>2</td></tr>\n</tbody>\n</table></div>',
  ],
]
for (const [what, markdown, html] of cases) test(what, () => assert.equal(render(markdown), html))

test('headings have anchors as in a repository, and none twice', () => {
  const { headings, html } = renderMarkdown(
    '# A\n## `GET /a/:id`\n## Über *uns*!\n## A',
    () => undefined,
  )
  assert.deepEqual(
    headings.map(({ anchor }) => anchor),
    ['a', 'get-aid', 'über-uns', 'a-1'],
  )
  assert.match(
    html,
    /<h2 id="get-aid"><code>GET \/a\/:id<\/code> <a class="anchor" href="#get-aid" aria-label="Link to GET \/a\/:id">#<\/a><\/h2>/,
  )
})

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](https://a"onmouseover="alert(1))',
  '![x" onerror="alert(1)](https://a)',
  '# <svg onload=alert(1)>',
  '```"><script>alert(1)</script>\nx\n```',
  '| <b onclick=alert(1)> |\n|---|\n| <script> |',
  '> <iframe src=//x>',
  '- <a href=javascript:alert(1)>x</a>',
  '`</code><script>`',
  '<https://x"><script>',
  '**<script>**',
  '[<script>](a.md)',
  '<!-- --><script>alert(1)</script>',
]
for (const text of hostile)
  test(`nothing of ${JSON.stringify(text)} becomes HTML`, () => {
    const html = render(text)
    assert.doesNotMatch(
      html,
      /<(script|svg|iframe|b)\b|javascript:alert\(1\)"|<[^>]*"\s*on\w+=/i,
      html,
    )
  })

test('whatever comes, it ends', () => {
  for (const piece of ['*', '**', '`', '[', '![', '](', '|', '- ', '> ', '#', '<!--', '\\', '**a '])
    render(piece.repeat(200))
  render('- a\n'.repeat(5_000))
})
