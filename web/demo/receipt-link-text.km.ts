export const WHY_THIS_PRICE: string = "ហេតុអ្វីបានជាតម្លៃនេះ?";
