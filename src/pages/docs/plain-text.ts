/** Markdown as a line of text. */
export function plainText(markdown: string): string {
  return markdown
    .replaceAll(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/[`*]|^#+ /gm, '')
    .replaceAll(/\||-{3,}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The anchor of a heading, as code hosts make it, so that links work there too. */
export function anchorOf(title: string): string {
  return plainText(title)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
}
