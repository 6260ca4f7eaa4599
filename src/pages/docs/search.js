// The search where no server answers it: over the index that stands in a file beside the pages.

const query = new URLSearchParams(location.search).get('q')?.trim() ?? ''
const words = query.toLowerCase().split(/\s+/)

function worthOf({ title, text }) {
  if (words.every(word => title.toLowerCase().includes(word))) return 2
  return words.every(word => text.includes(word)) ? 1 : 0
}

const found = query
  ? globalThis.searchIndex.filter(worthOf).toSorted((one, other) => worthOf(other) - worthOf(one))
  : []
if (query) {
  document.querySelector('[role=status]').textContent = found.length
    ? `${found.length} places for ${query}:`
    : `Nothing has all of these words: ${query}`
  document.querySelector('input[name=q]').value = query
}
for (const { href, title, where } of found.slice(0, 30)) {
  const line = document.createElement('li')
  const link = document.createElement('a')
  link.href = href
  link.textContent = title
  const place = document.createElement('span')
  place.className = 'fine'
  place.textContent = where
  line.append(link, ' ', place)
  document.querySelector('main .terms').append(line)
}
