/** Tax type identifiers and what they stand for (contract 2.11). Not every processor supports 13 and 14. */
export const TAX_TYPES: Record<string, string> = {
  '00': 'Unknown',
  '01': 'Federal/National Sales Tax',
  '02': 'State Sales Tax',
  '03': 'City Sales Tax',
  '04': 'Local Sales Tax',
  '05': 'Municipal Sales Tax',
  '06': 'Other Tax',
  '10': 'Value Added Tax',
  '11': 'Goods and Services Tax',
  '12': 'Provincial Sales Tax',
  '13': 'Harmonized Sales Tax',
  '14': 'Quebec Sales Tax',
  '20': 'Room Tax',
  '21': 'Occupancy Tax',
  '22': 'Energy Tax',
  ' ': 'Not supported',
}
