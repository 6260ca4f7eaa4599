/** Returns the relative luminance of a `rrggbb` colour, 0 to 1, as WCAG 2.2 defines it. */
export function luminance(colour: string): number {
  const channel = (at: number) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(0) + 0.7152 * channel(2) + 0.0722 * channel(4)
}

/** Returns the contrast ratio of two `rrggbb` colours, 1 to 21, as WCAG 2.2 defines it. */
export function contrast(first: string, second: string): number {
  const [dark, light] = [luminance(first), luminance(second)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}
