interface Place {
  address1: string | null
  address2: string | null
  city: string | null
  state: string | null
  zip_code: string | null
}

/** Returns a postal address as printed, without empty lines: street, more, `City, ST 12345`. */
export function addressLines({ address1, address2, city, state, zip_code }: Place): string[] {
  const region = [state, zip_code].filter(Boolean).join(' ')
  const town = [city, region].filter(Boolean).join(', ')
  return [address1, address2, town].filter(line => line !== null && line.trim() !== '') as string[]
}
