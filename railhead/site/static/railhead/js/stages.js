// What happens on the stages beside the map: sorting the sheet, focusing a company, what a click would bring.

export const start = () => {};
